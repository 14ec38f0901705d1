import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../test/support/use-temporary-folder.js';
import { findJdk, javaHomesIn, jdkVersion, parseJavaVersion } from './jdk.js';

describe('the version of a JDK', () => {
  it.each([
    ['JAVA_VERSION="25.0.3"', 25],
    ['JAVA_VERSION="21"', 21],
    ['IMPLEMENTOR="x"\nJAVA_VERSION="17.0.15"\nJAVA_VERSION_DATE="2025-04-15"', 17],
    ['JAVA_VERSION="24-ea"', 24],
    ['JAVA_VERSION="1.8.0_442"', 8],
    ['JAVA_VERSION_DATE="2025-04-15"', undefined],
    ['', undefined],
  ])('in %j is %p', (release, version) => {
    expect(parseJavaVersion(release)).toBe(version);
  });
});

describe('the search for a JDK', () => {
  const folder = useTemporaryFolder();

  function install(name: string, version: string, programs = ['java', 'javac']): string {
    const home = join(folder, name);
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'release'), `JAVA_VERSION="${version}"\n`);
    for (const program of programs) writeFileSync(join(home, 'bin', program), '');
    return home;
  }

  it('prefers JAVA_HOME to PATH', () => {
    const home = install('a', '21.0.5');
    const other = install('b', '25');
    expect(findJdk({ JAVA_HOME: home, PATH: join(other, 'bin') })).toEqual({ home, version: 21 });
  });

  it('skips a JAVA_HOME that is too old', () => {
    const old = install('a', '17.0.15');
    const home = install('b', '25.0.3');
    expect(findJdk({ JAVA_HOME: old, PATH: `/nowhere:${join(home, 'bin')}` })).toEqual({ home, version: 25 });
  });

  it('ignores a runtime without a compiler', () => {
    expect(jdkVersion(install('a', '25', ['java']))).toBeUndefined();
  });

  it('parses the output of java_home on macOS', () => {
    const list = [
      'Matching Java Virtual Machines (2):',
      '    21.0.5 (arm64) "Eclipse Adoptium" - "OpenJDK 21.0.5" /Library/Java/JavaVirtualMachines/temurin-21.jdk/Contents/Home',
      '    17.0.1 (arm64) "Oracle" - "Java SE 17" /Users/a b/Library/Java/JavaVirtualMachines/jdk-17.jdk/Contents/Home',
      '/Library/Java/JavaVirtualMachines/temurin-21.jdk/Contents/Home',
    ].join('\n');
    expect(javaHomesIn(list)).toEqual([
      '/Library/Java/JavaVirtualMachines/temurin-21.jdk/Contents/Home',
      '/Users/a b/Library/Java/JavaVirtualMachines/jdk-17.jdk/Contents/Home',
    ]);
  });
});
