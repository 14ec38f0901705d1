declare module '*.css';
/** The outline of an icon. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
