import module from 'node:module';
import { join } from 'node:path';

// A third of the start of a command is compilation. From Node 22 on, the compiled code is kept beside the packages, or where the image has
// put it. In the folder for temporary files, other users of the machine could change it. Types are those of Node 20.
const folder = join(__dirname, '../../node_modules/.cache/place-directory');
(module as { enableCompileCache?: (folder: string) => unknown }).enableCompileCache?.(folder);
