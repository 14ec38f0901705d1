import { render } from 'preact';
import 'leaflet/dist/leaflet.css';
import './style/colours.css';
import './style/controls.css';
import './style/page.css';
import './style/search.css';
import './style/map.css';
import './style/panels.css';
import './style/narrow.css';
import { App } from './App.js';
import { Session } from './auth/session.js';
import { readConfiguration } from './configuration.js';

const page = document.getElementById('explore');
if (!page) throw new Error('The page has no element explore');
const configuration = readConfiguration(page);
const session = new Session(configuration);
const failure = await session.finish();
render(<App configuration={configuration} session={session} notice={failure && { failure }} />, page);
