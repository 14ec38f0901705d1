import module from 'node:module';

// A third of the start of a command is compilation. From Node 22 on, the compiled code is kept in the folder for temporary files, or
// where the program of the image has put it. Types are those of Node 20.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
