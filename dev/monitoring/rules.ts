import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../k8s/components/monitoring');

interface Alert {
  readonly name: string;
  readonly expression: string;
}

/** The rules of `alerts.yaml` as a rule file of Prometheus: the `spec` of the resource. */
export function ruleFile(): string {
  const resource = readFileSync(join(folder, 'alerts.yaml'), 'utf8');
  return resource.slice(resource.indexOf('spec:\n') + 'spec:\n'.length).replace(/^ {2}/gm, '');
}

export function alerts(): Alert[] {
  const found = ruleFile().matchAll(/- alert: (\w+)\n\s+expr: (?:>-\s+)?(.*?)\n\s+for:/gs);
  return [...found].map(([, name = '', text = '']) => ({ name, expression: text.replace(/\s+/g, ' ') }));
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** The expressions of the dashboard. Grafana replaces `$__rate_interval`. */
export function dashboardExpressions(): { title: string; expression: string }[] {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expression: expr.replaceAll('$__rate_interval', '1m') })),
  );
}
