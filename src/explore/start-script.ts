/**
 * Loads the script of the page. During a rolling upgrade an old replica may not have the script that a new replica's page
 * names. The page then reloads up to five times before it shows an error. This script is the same in every version, so
 * every replica can serve it.
 */
export const startScript = `const page = document.getElementById('explore');
const attempts = Number(sessionStorage.getItem('explore.attempts') ?? 0);
const style = document.querySelector('link[rel=stylesheet]');
try {
  if (style.sheet === null) throw new Error('The style is not there');
  await import(page.dataset.script);
  sessionStorage.removeItem('explore.attempts');
} catch (error) {
  if (attempts < 5) {
    sessionStorage.setItem('explore.attempts', String(attempts + 1));
    setTimeout(() => location.reload(), 500 * (attempts + 1));
  } else {
    sessionStorage.removeItem('explore.attempts');
    page.textContent = 'The page could not be loaded. Reload it in a moment. / A página não pôde ser carregada. Recarregue em instantes.';
    throw error;
  }
}
`;
