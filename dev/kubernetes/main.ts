import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../main.js';
import { run, succeeds } from '../run-program.js';
import { report, step } from '../services/step.js';

const OVERLAYS = 'k8s/overlays';

/** An old supported version of Kubernetes, and the newest one with published schemas. */
const VERSIONS = ['1.34', '1.37'];

/** The program that calls the official evaluator of Pod Security. */
const EVALUATOR = 'dev/kubernetes/pod-security';

/** Resources of operators. Kubernetes has no schemas for them. */
const FOREIGN =
  /^apiVersion: (?:monitoring\.coreos\.com|traefik\.io|elasticsearch\.k8s\.elastic\.co|(?:postgresql|barmancloud)\.cnpg\.io)\//m;

/**
 * `npm run test:slow -- k8s`: checks the overlays against the schemas of two Kubernetes versions and the Pod
 * Security standard "restricted". Reports a check as skipped if its program is missing.
 */
async function test(): Promise<number> {
  const kustomize = await findKustomize();
  if (kustomize === undefined) {
    report(
      'skipped: all of k8s/: neither kustomize nor kubectl is installed (go install sigs.k8s.io/kustomize/kustomize/v5)',
    );
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'place-directory-k8s-'));
  try {
    const evaluator = await buildEvaluator(folder);
    for (const overlay of readdirSync(OVERLAYS)) {
      const path = join(OVERLAYS, overlay);
      const manifests = await step(report, `${overlay}: kustomize`, () => run([...kustomize, path]));
      const documents = manifests.split('\n---\n');
      const known = documents.filter((document) => !FOREIGN.test(document));
      const file = join(folder, `${overlay}.yaml`);
      writeFileSync(file, known.join('\n---\n'));
      if (known.length < documents.length) {
        report(`skipped: ${documents.length - known.length} resources of operators, which have no schema here`);
      }
      await validate(overlay, file);
      if (evaluator !== undefined)
        await step(report, `${overlay}: Pod Security "restricted"`, () => run([evaluator, file]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
}

async function findKustomize(): Promise<[string, ...string[]] | undefined> {
  if (await succeeds('kustomize', 'version')) return ['kustomize', 'build'];
  if (await succeeds('kubectl', 'version', '--client')) return ['kubectl', 'kustomize'];
  return undefined;
}

async function validate(overlay: string, file: string): Promise<void> {
  if (!(await succeeds('kubernetes-validate', '--version'))) {
    report('skipped: schemas: kubernetes-validate is not installed (PyPI)');
    return;
  }
  for (const version of VERSIONS) {
    await step(report, `${overlay}: schemas of Kubernetes ${version}`, () =>
      run(['kubernetes-validate', '--strict', '--quiet', '-k', version, file]),
    );
  }
}

/** @returns the path of the program; undefined if it cannot be built here */
async function buildEvaluator(folder: string): Promise<string | undefined> {
  if (!(await succeeds('go', 'list', '-C', EVALUATOR, '-deps', '.'))) {
    report('skipped: Pod Security: Go is not installed, or the modules of the evaluator cannot be downloaded');
    return undefined;
  }
  const program = join(folder, 'pod-security');
  await step(report, 'the evaluator of Pod Security', () => run(['go', 'build', '-C', EVALUATOR, '-o', program, '.']));
  return program;
}

void main(test);
