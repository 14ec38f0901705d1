import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../k8s');
const rules = ['components/monitoring/alerts.yaml', 'overlays/production/postgresql-monitor.yaml'];

interface Alert {
  readonly name: string;
  readonly expression: string;
}

/** The rules of `k8s/` as a rule file of Prometheus: the groups of the resources. */
export function ruleFile(): string {
  const groups = rules.map((file) => readFileSync(join(folder, file), 'utf8').split('\n  groups:\n')[1] ?? '');
  return `groups:\n${groups.join('').replace(/^ {2}/gm, '')}`;
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
  const { panels } = JSON.parse(readFileSync(join(folder, 'components/monitoring/dashboard.json'), 'utf8')) as {
    panels: Panel[];
  };
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expression: expr.replaceAll('$__rate_interval', '1m') })),
  );
}
