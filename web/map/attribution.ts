import { type IControl } from 'maplibre-gl';
import { type Texts } from '../texts/texts.js';
import { narrow } from '../view/use-media.js';

/** What the map shows, in the order of the sentence that names its sources. */
export type Attributed = keyof Texts['mapSources'];

const order: readonly Attributed[] = ['earth', 'streets', 'plan', 'places'];

/** The widest scale of the map, in pixels. */
export const SCALE = 80;

/** Names the sources of the map in a sentence. On narrow screens it is folded into a button. */
export class Attribution implements IControl {
  private readonly element = document.createElement('div');
  private readonly sentence = document.createElement('div');
  private readonly button = document.createElement('button');
  private readonly sources = new Map<Attributed, string>();
  private texts: Texts | undefined;

  constructor() {
    this.element.className = 'maplibregl-ctrl attribution';
    this.sentence.className = 'sources';
    this.button.type = 'button';
    this.button.textContent = 'i';
    this.button.addEventListener('click', () => {
      this.fold(this.isUnfolded);
    });
    this.element.append(this.sentence, this.button);
    this.fold();
  }

  onAdd(): HTMLElement {
    return this.element;
  }

  onRemove(): void {
    this.element.remove();
  }

  speak(texts: Texts): void {
    this.texts = texts;
    this.button.setAttribute('aria-label', texts.attribution);
    this.print();
  }

  /** @param html what the licences of the data ask for. Undefined if what it is about is not shown */
  set(shown: Attributed, html: string | undefined): void {
    if (this.sources.get(shown) === html) return;
    if (html === undefined) this.sources.delete(shown);
    else this.sources.set(shown, html);
    this.print();
  }

  fold(isFolded = true): void {
    this.button.setAttribute('aria-expanded', String(!isFolded));
  }

  /** Room for pins beside it and the scale, in pixels. They are at the top and the left of narrow screens, else at the bottom. */
  get margin(): { readonly top: number; readonly left: number } | { readonly bottom: number } {
    const { sentence, button } = this;
    return matchMedia(narrow).matches
      ? { top: 50 + Math.max(sentence.offsetHeight, button.offsetHeight), left: SCALE + 28 }
      : { bottom: 44 + sentence.offsetHeight };
  }

  private print(): void {
    const { texts } = this;
    if (!texts) return;
    const parts = order.flatMap((shown) => {
      const html = this.sources.get(shown);
      return html === undefined ? [] : [texts.mapSources[shown](html)];
    });
    // The texts of the service are HTML, with links to licences.
    this.sentence.innerHTML = parts.join(' ');
  }

  private get isUnfolded(): boolean {
    return this.button.getAttribute('aria-expanded') === 'true';
  }
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
