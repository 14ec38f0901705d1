import { main } from '../main.js';
import { StartFailure } from '../services/start-failure.js';
import { cutRelease, releaseNotes } from './release.js';

/** `npm version` cuts a release. `node --import tsx dev/release/main.ts notes TAG` checks it, and prints what changed. */
function release([command, tag = '']: readonly string[]): void {
  if (command === 'cut') cutRelease('.', new Date().toISOString().slice(0, 10));
  else if (command === 'notes') {
    const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository = '' } = process.env;
    process.stdout.write(`${releaseNotes('.', tag, `${server}/${repository}/blob/${tag}`)}\n`);
  } else throw new StartFailure('Commands: cut, notes TAG.');
}

void main(() => {
  release(process.argv.slice(2));
  return Promise.resolve(0);
});
