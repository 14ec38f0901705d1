/**
 * Loads the script of the page. While replicas are replaced, the page may come from a new one and its script be asked of
 * an old one, which does not have it: then the page is loaded anew, a few times, and says so when that does not help.
 * It is the same in every version, so that every replica has it.
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
