import { demonstrationClients } from '../demonstration/credentials.js';

/** Dark like the other pages: Swagger UI has the colours, but follows no preference. */
const followColors = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followColors();
dark.addEventListener('change', followColors);
`;

/** The client that each flow of a security scheme uses. */
function filledClients(): Record<string, object> {
  const secrets = new Map(demonstrationClients().map(({ id, secret }) => [id, secret]));
  const filled = (clientId: string, scopes: string) => ({ clientId, clientSecret: secrets.get(clientId), scopes });
  return {
    'application clientCredentials': filled('demo-app', 'read'),
    'trusted clientCredentials': filled('demo-trusted', 'read trust'),
    'user authorizationCode': { clientId: 'demo-explore', scopes: 'read', usePkceWithAuthorizationCodeGrant: true },
    'user password': filled('demo-trusted', 'read'),
  };
}

/** Each form of "Authorize" has the demonstration client filled in that may use its flow; Swagger UI itself knows one client for all flows. */
const fillClients = (clients: Record<string, object>) => `const clients = ${JSON.stringify(clients)};
const fillClients = ({ React }) => ({
  wrapComponents: {
    oauth2: (Form) => (props) => {
      const getConfigs = () => clients[props.name + ' ' + props.schema.get('flow')];
      return React.createElement(Form, { ...props, authSelectors: { ...props.authSelectors, getConfigs } });
    },
  },
});
`;

/** Finds operations by their words too: Swagger UI finds them by paths and tags. */
const findWords = `const findWords = () => ({
  fn: {
    opsFilter: (tags, typed) => {
      const has = (text) => String(text).toLowerCase().includes(typed.toLowerCase());
      const isFound = (operation) =>
        has(operation.get('path')) || has(operation.getIn(['operation', 'summary']));
      return tags
        .map((tag, name) => (has(name) ? tag : tag.update('operations', (operations) => operations.filter(isFound))))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});
`;

/** The request in JavaScript and Python beside curl, once it is sent. */
const snippets = `const partsOf = (request) => {
  const [headers = {}, form] = [request.get('headers'), request.get('body')].map((part) => part?.toJS?.() ?? part);
  const text = (value) => JSON.stringify(value);
  return { url: text(request.get('url')), method: text(request.get('method')), headers: text(headers), form: form && text(form) };
};
const snippets = () => ({
  fn: {
    requestSnippetGenerator_javascript: (request) => {
      const { url, method, headers, form } = partsOf(request);
      return [
        'const response = await fetch(' + url + ', {',
        '  method: ' + method + ',',
        '  headers: ' + headers + ',',
        ...(form ? ['  body: new URLSearchParams(' + form + '),'] : []),
        '});',
        'console.log(response.status, await response.text());',
      ].join('\\n');
    },
    requestSnippetGenerator_python: (request) => {
      const { url, method, headers, form } = partsOf(request);
      return [
        'import urllib.parse, urllib.request',
        '',
        'request = urllib.request.Request(',
        '    ' + url + ',',
        '    method=' + method + ',',
        '    headers=' + headers + ',',
        ...(form ? ['    data=urllib.parse.urlencode(' + form + ').encode(),'] : []),
        ')',
        'with urllib.request.urlopen(request) as response:',
        '    print(response.status, response.read().decode())',
      ].join('\\n');
    },
  },
});
const requestSnippets = {
  generators: {
    curl_bash: { title: 'curl', syntax: 'bash' },
    javascript: { title: 'JavaScript', syntax: 'javascript' },
    python: { title: 'Python', syntax: 'bash' },
  },
  defaultExpanded: true,
};
`;

/**
 * Starts Swagger UI. The script is the same for all callers and derives the base address from its own URL.
 *
 * @param fillsClients whether it fills in the demonstration clients. Their secrets have no place in production
 */
export const startScript = (
  fillsClients: boolean,
) => `const root = document.currentScript.src.replace(/\\/docs\\/assets\\/start\\.js$/, '');
${followColors}${fillsClients ? fillClients(filledClients()) : ''}${findWords}${snippets}window.ui = SwaggerUIBundle({
  url: root + '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  filter: true,
  requestSnippetsEnabled: true,
  requestSnippets,
  // Do not send the document to the public validator.
  validatorUrl: null,
  oauth2RedirectUrl: root + '/docs/oauth2-redirect',
  plugins: [${fillsClients ? 'fillClients, ' : ''}findWords, snippets],
});
`;
