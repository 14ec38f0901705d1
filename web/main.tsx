import { render } from 'preact';
import 'leaflet/dist/leaflet.css';
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
import { SigningIn } from './auth/SigningIn.js';
import { readConfiguration } from './configuration.js';
import { languageFor } from './texts/use-texts.js';
import { readView } from './view/view.js';

const page = document.getElementById('explore');
if (!page) throw new Error('The page has no element explore');
const configuration = readConfiguration(page);
const session = new Session(configuration);
const finishing = session.finish();
// The code exchange takes a while. The URL is already restored.
render(<SigningIn language={languageFor(readView(location.search).language)} />, page);
const failure = await finishing;
render(<App configuration={configuration} session={session} notice={failure && { failure }} />, page);
