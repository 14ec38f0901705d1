// Loaded before a program that we start: it leaves when we are gone, however we went. A process whose parent dies gets
// another one, on every system; looking is cheap, and unlike a channel to the parent it keeps no program from ending.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
