import { useEffect, useRef, useState } from 'preact/hooks';
import { type Exchange, type Format } from '../api/exchange.js';
import { useApi } from '../api/use-api.js';
import { Glyph } from '../parts/Icon.js';
import { useTexts } from '../texts/use-texts.js';
import { decoded } from '../view/decoded.js';
import { useEscape } from '../view/use-escape.js';
import { CopyButton } from './CopyButton.js';
import { curlOf } from './curl.js';
import { pretty } from './pretty.js';
import { useExchanges } from './use-exchanges.js';

/** Shows the requests of the page with their responses, so that readers learn the API. */
export function RequestPanel({ close }: { close: () => void }) {
  const texts = useTexts();
  const panel = useRef<HTMLElement>(null);
  useEscape(panel, close);
  const { exchanges, chosen, choose } = useExchanges();
  const [wanted, setFormat] = useState<Format>('json');
  // Only places have a GeoJSON form.
  const format = chosen && formatsOf(chosen).includes(wanted) ? wanted : 'json';
  const shown = useInFormat(chosen, format);
  if (!chosen || !shown) {
    return (
      <section class="request" aria-labelledby="request-heading" ref={panel}>
        <Heading close={close} />
        <p>{texts.noRequest}</p>
      </section>
    );
  }
  return (
    <section class="request" aria-labelledby="request-heading" ref={panel}>
      <div class="stack">
        <Heading close={close} />
        <div class="request-tools row">
          <label>
            {texts.recent}{' '}
            <select
              value={chosen.number}
              onChange={({ currentTarget }) => {
                choose(Number(currentTarget.value));
              }}
            >
              {exchanges.map(({ number, url, status }) => (
                <option key={number} value={number}>
                  {status} {readable(new URL(url).pathname)}
                </option>
              ))}
            </select>
          </label>
          <fieldset class="row">
            <legend>{texts.format}</legend>
            {formatsOf(chosen).map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="format"
                  checked={format === name}
                  onChange={() => {
                    setFormat(name);
                  }}
                />{' '}
                {formatNames[name]}
              </label>
            ))}
          </fieldset>
        </div>
        <Line title={texts.asUrl} text={shown.url} />
        <Line title="curl" text={curlOf(shown.url)} />
        <p class="outcome" role="status">
          {texts.status} <strong>{shown.status}</strong> · {texts.took(String(shown.milliseconds))}
        </p>
        <details>
          <summary>{texts.headers}</summary>
          <dl class="headers">
            {shown.headers.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}:`}>{value}</dd>])}
          </dl>
        </details>
      </div>
      <div class="response-part stack">
        <h3 id="response-heading">{texts.response}</h3>
        <pre class="response" tabIndex={0} role="region" aria-labelledby="response-heading">
          {pretty(shown.body, shown.format)}
        </pre>
      </div>
    </section>
  );
}

const formatNames: Readonly<Record<Format, string>> = { json: 'JSON', xml: 'XML', geojson: 'GeoJSON' };

/** Places have locations, so they can be shown on any map. */
function hasLocations({ url, status }: Exchange): boolean {
  const { pathname } = new URL(url);
  return status === 200 && /\/v2\/places(\/[^/]+)?$/.test(pathname) && !pathname.endsWith('/suggest');
}

function formatsOf(exchange: Exchange): Format[] {
  return hasLocations(exchange) ? ['json', 'xml', 'geojson'] : ['json', 'xml'];
}

function readable(path: string): string {
  return decoded(path) ?? path;
}

function Heading({ close }: { close: () => void }) {
  const texts = useTexts();
  return (
    <header>
      <div>
        <h2 id="request-heading">{texts.request}</h2>
        <p class="line">{texts.requestReason}</p>
      </div>
      <button type="button" class="close" aria-label={texts.close} onClick={close}>
        <Glyph name="clear" />
      </button>
    </header>
  );
}

/** A titled text to copy. */
function Line({ title, text }: { title: string; text: string }) {
  return (
    <div class="request-line row">
      <h3>{title}</h3>
      <code>{text}</code>
      <CopyButton text={text} what={title} />
    </div>
  );
}

/** The exchange as recorded. For another format, the request is repeated in that format. */
function useInFormat(chosen: Exchange | undefined, format: Format): Exchange | undefined {
  const api = useApi();
  const [again, setAgain] = useState<{ of: Exchange; exchange: Exchange }>();
  useEffect(() => {
    if (!chosen || format === chosen.format) return undefined;
    const controller = new AbortController();
    api.again(chosen, format, controller.signal).then(
      (exchange) => {
        if (!controller.signal.aborted) setAgain({ of: chosen, exchange });
      },
      // Aborted: a newer request replaces it.
      () => undefined,
    );
    return () => {
      controller.abort();
    };
  }, [api, chosen, format]);
  return format !== chosen?.format && again?.of === chosen ? again?.exchange : chosen;
}
