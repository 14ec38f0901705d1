import { render } from 'preact';
import 'maplibre-gl/dist/maplibre-gl.css';
import './style/colours.css';
import './style/controls.css';
import './style/page.css';
import './style/search.css';
import './style/results.css';
import './style/map.css';
import './style/panels.css';
import './style/narrow.css';
import './style/sheet.css';
import { App } from './App.js';
import { Session } from './auth/session.js';
import { readConfiguration } from './configuration.js';
import { languageFor, textsIn } from './texts/use-texts.js';
import { readView } from './view/view.js';

const page = document.getElementById('explore');
if (!page) throw new Error('The page has no element explore');
const configuration = readConfiguration(page);
// They load each other, one after the other. The list does not wait for them.
for (const href of configuration.mapScripts)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
const session = new Session(configuration);
const finishing = session.finish();
// The code exchange takes a while. Until then, the page shows the shell of the server. The URL is already restored.
const status = page.querySelector('[role=status]');
if (status) status.textContent = textsIn(languageFor(readView(location.search).language)).signingIn;
const failure = await finishing;
page.replaceChildren();
render(<App configuration={configuration} session={session} notice={failure && { failure }} />, page);
