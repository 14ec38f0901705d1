/** Commands that the test of the documents skips: why, and what runs them instead. */
interface Elsewhere {
  command: RegExp;
  why: string;
  by: string;
}

export const elsewhere: readonly Elsewhere[] = [
  { command: /^npm (ci|start)\b/, why: 'installs and starts everything', by: '.ci/run and test:slow' },
  {
    command: /^npm install (--save-dev )?[\w@]/,
    why: "is for a reader's own project",
    by: 'test/e2e/generated-clients.spec.ts, with these packages',
  },
  { command: /^npm test\b/, why: 'is what runs this', by: '.ci/run' },
  {
    command:
      /^(NODE_ENV=production )?npm run (--silent )?(check|lint|format|build|sbom|start:dev|start:debug|start:prod|generate|test:\w+|bench)\b/,
    why: 'takes minutes, or never ends',
    by: '.ci/run or by hand. The test of the documents checks that the command exists',
  },
  { command: /^(npm version|git (commit|push))\b/, why: 'makes a release', by: 'dev/release/release.spec.ts' },
  { command: /^docker\b/, why: 'needs a container engine', by: 'npm run test:slow -- containers' },
  { command: /^kubectl\b/, why: 'needs a cluster', by: 'npm run test:slow -- k8s, as far as it goes without one' },
  {
    command: /^(pg_dump|pg_restore)\b|^export DATABASE_URL="\$RESTORED_DATABASE_URL"$/,
    why: "need PostgreSQL's own tools",
    by: 'test/e2e/backup.spec.ts',
  },
  {
    command: /^CODE=\$\(node\b|-d code=\$CODE\b|sign-a-user-in\.ts$/,
    why: 'needs a person at a browser',
    by: 'test/e2e/generated-clients.spec.ts and test/e2e/authorize-request.spec.ts',
  },
];

/** The commands of a shell block. A command goes on after a backslash, and inside single quotes. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  for (const line of text.split('\n')) {
    const last = commands.at(-1);
    if (last !== undefined && isUnfinished(last)) commands[commands.length - 1] = `${last}\n${line}`;
    else commands.push(line);
  }
  return commands;
}

function isUnfinished(command: string): boolean {
  return command.endsWith('\\') || command.split("'").length % 2 === 0;
}

/** A command without its comment. */
function bare(command: string): string {
  return command.replace(/\s+#.*$/, '').trim();
}

/** The commands of a block that the test of the documents runs. */
export function runHere(text: string): string {
  return commandsOf(text)
    .filter((command) => !elsewhere.some((rule) => rule.command.test(bare(command))))
    .join('\n');
}
