import module from 'node:module';
import { join } from 'node:path';

// A third of the start of a command is compilation. From Node 22 on, the compiled code is kept beside the packages, where only who installed
// the program writes (in the folder for temporary files, anybody could), or where the image has put it. Types are those of Node 20.
const folder = join(__dirname, '../../node_modules/.cache/place-directory');
(module as { enableCompileCache?: (folder: string) => unknown }).enableCompileCache?.(folder);
