declare module '*.css';
/** The outline of an icon. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
/** The outlines of all icons of kinds, by name. `build.mjs` makes the module. */
declare module 'kind-outlines' {
  const outlines: Readonly<Record<string, string>>;
  export default outlines;
}
