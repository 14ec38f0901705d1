import { type Configuration, rootOf } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';

export function Footer({ configuration }: { configuration: Configuration }) {
  const texts = useTexts();
  return (
    <footer class="line row">
      <a href={`${rootOf(configuration)}/docs`}>{texts.documentation}</a>
      <a href={configuration.licences}>{texts.licences}</a>
    </footer>
  );
}
