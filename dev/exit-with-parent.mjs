// Preloaded into programs that dev/ starts: exits when the parent dies. An orphaned process gets another parent on every system.
// Polling, unlike a channel to the parent, does not keep the program alive.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
