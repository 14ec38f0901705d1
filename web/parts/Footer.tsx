import { type Configuration, rootOf } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';
import { narrow, useMedia } from '../view/use-media.js';
import { RequestButton } from './RequestButton.js';

export function Footer({ configuration }: { configuration: Configuration }) {
  const texts = useTexts();
  const isNarrow = useMedia(narrow);
  return (
    <footer class="line">
      <a href={`${rootOf(configuration)}/docs`}>{texts.documentation}</a>
      {!isNarrow && <RequestButton />}
      <a href={configuration.licences}>{texts.licences}</a>
    </footer>
  );
}
