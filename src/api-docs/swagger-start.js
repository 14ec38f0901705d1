// Starts Swagger UI. The script is the same for all callers: the base address is that of its own URL.
const root = document.currentScript.src.replace(/\/docs\/assets\/start\.js$/, '');

// Dark like the other pages: Swagger UI has the colours, but follows no preference.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColors();
dark.addEventListener('change', followColors);

// Each form of "Authorize" has the client filled in that may use its flow. Swagger UI itself knows one client for all flows.
const clients = JSON.parse(document.getElementById('swagger-ui').dataset.clients);
const fillClients = ({ React }) => ({
  wrapComponents: {
    oauth2: (Form) => (props) => {
      const getConfigs = () => clients[`${props.name} ${props.schema.get('flow')}`];
      return React.createElement(Form, { ...props, authSelectors: { ...props.authSelectors, getConfigs } });
    },
  },
});

window.ui = SwaggerUIBundle({
  url: `${root}/openapi.json`,
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  // Do not send the document to the public validator.
  validatorUrl: null,
  oauth2RedirectUrl: `${root}/docs/oauth2-redirect`,
  plugins: [fillClients],
});
