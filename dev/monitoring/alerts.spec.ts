import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from '../run-program.js';
import { faultCases, faultMinutes, healthy } from './fault-cases.js';
import { alerts, ruleFile } from './rules.js';

/** Minutes between two values of a series. */
const STEP = 1;

/** Minutes between two evaluations, which take most of the time. A rule fires one evaluation after it is pending for long enough. */
const EVALUATION = 15;

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('the cases of the alerts', () => {
  it('have a fault for each alert', () => {
    const fired = new Set(faultCases.flatMap((each) => each.alerts));
    expect([...fired].sort()).toEqual(
      alerts()
        .map(({ name }) => name)
        .sort(),
    );
  });
});

(hasPromtool ? describe : describe.skip)('the alerts, by promtool (needs prometheus)', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    writeFileSync(join(folder, 'rules.yaml'), ruleFile());
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const promtool = async (...args: string[]) => {
    const { status, output, messages } = await finished(spawn('promtool', args, { cwd: folder }));
    return { status, text: output + messages };
  };

  it('are valid rules', async () => {
    expect(await promtool('check', 'rules', 'rules.yaml')).toMatchObject({ status: 0 });
  });

  it.each(faultCases)('fire in their fault only: $fault', async ({ series, alerts: expected }) => {
    const minutes = Array.from({ length: faultMinutes.end / STEP }, (_, at) => at * STEP);
    const firing = (minute: number, names: readonly string[]) => ({
      eval_time: `${minute}m`,
      expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
      exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    });
    const test = {
      rule_files: ['rules.yaml'],
      evaluation_interval: `${EVALUATION}m`,
      tests: [
        {
          interval: `${STEP}m`,
          input_series: Object.entries({ ...healthy, ...series }).map(([name, values]) => ({
            series: name,
            values: minutes.map((minute) => values(minute) ?? '_').join(' '),
          })),
          // Before the fault, at its end, and long after it.
          promql_expr_test: [
            firing(faultMinutes.from - EVALUATION, []),
            firing(faultMinutes.to - EVALUATION, expected),
            firing(faultMinutes.end - EVALUATION, []),
          ],
        },
      ],
    };
    // JSON is YAML.
    writeFileSync(join(folder, 'test.yaml'), JSON.stringify(test));
    expect(await promtool('test', 'rules', 'test.yaml')).toMatchObject({
      status: 0,
      text: expect.stringContaining('SUCCESS'),
    });
  });
});
