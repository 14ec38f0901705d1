import { control, type Control, DomEvent, type Map } from 'leaflet';
import { type Texts } from '../texts/texts.js';
import { narrow } from '../view/use-media.js';

/** Names the sources of the map. On narrow screens they fold into a button once the user moves the map. */
export class Attribution {
  private readonly control: Control.Attribution;
  private readonly button = document.createElement('button');

  constructor(map: Map) {
    // Panels cover the right side, and the sheet of a narrow screen the lower one.
    const position = matchMedia(narrow).matches ? 'topright' : 'bottomleft';
    this.control = control.attribution({ position, prefix: false }).addTo(map);
    const sources = this.control.getContainer();
    const element = document.createElement('div');
    element.className = 'leaflet-control attribution';
    sources?.replaceWith(element);
    this.button.type = 'button';
    this.button.textContent = 'i';
    this.button.addEventListener('click', () => {
      this.fold(this.isUnfolded);
    });
    element.append(...(sources ? [sources] : []), this.button);
    DomEvent.disableClickPropagation(element);
    this.fold(false);
  }

  speak({ attribution }: Texts): void {
    this.button.setAttribute('aria-label', attribution);
  }

  /** @param html what the licences of the data ask for */
  add(html: string): void {
    this.control.addAttribution(html);
  }

  fold(isFolded = true): void {
    this.button.setAttribute('aria-expanded', String(!isFolded));
  }

  private get isUnfolded(): boolean {
    return this.button.getAttribute('aria-expanded') === 'true';
  }
}
