import { useEffect, useState } from 'preact/hooks';
import { type Exchange } from '../api/exchange.js';
import { useApi } from '../api/use-api.js';

interface Exchanges {
  readonly exchanges: readonly Exchange[];
  readonly chosen: Exchange | undefined;
  readonly choose: (number: number) => void;
}

/** Background requests (type-ahead, counts, parts of panels) can be selected but are not shown first. */
const isAside = ({ url }: Exchange): boolean => /\/v2\/places\/suggest\?|[?&]rows=[15](&|$)|\/hours$/.test(url);

/** Recent exchanges and the one to show: the selected one, else the latest. */
export function useExchanges(): Exchanges {
  const api = useApi();
  const [exchanges, setExchanges] = useState(api.recent);
  const [choice, setChoice] = useState<number>();
  useEffect(
    () =>
      api.onExchange((recent) => {
        setExchanges(recent);
        if (recent[0] && !isAside(recent[0])) setChoice(undefined);
      }),
    [api],
  );
  const latest = exchanges.find((exchange) => !isAside(exchange)) ?? exchanges[0];
  return { exchanges, choose: setChoice, chosen: exchanges.find(({ number }) => number === choice) ?? latest };
}
