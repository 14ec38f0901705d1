const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14606b"/>
<path fill="#fff" d="M16 5.5a8.5 8.5 0 0 0-8.5 8.5c0 6.2 8.5 13 8.5 13s8.5-6.8 8.5-13A8.5 8.5 0 0 0 16 5.5Zm0 11.7a3.2 3.2 0 1 1 0-6.4 3.2 3.2 0 0 1 0 6.4Z"/></svg>`;

/** The icon of all pages: a pin. It is part of the page, so it needs no request and works behind any path. */
export const pageIcon = `data:image/svg+xml,${encodeURIComponent(icon)}`;
