#!/usr/bin/env bash
# Installs the generators of clients that test/e2e/generated-clients.spec.ts uses, as far as their registries can be reached, in the
# folders of generators.ts. Uses no npm packages, because `.ci/run` installs these at the same time. Needs Linux.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
home=$(realpath --canonicalize-missing "${DATA_DIR:-.data}/generators") || exit 1

# As javaEnvironment in generators.ts.
export JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

# The generator, and the packages that its clients need: those of a client of our contract, with the options of javaOptions.
java_generator() {
  local copy=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies
  mvn -B -q -f dev/generators/pom.xml $copy -DexcludeTransitive=true -Dmdep.stripVersion=true -DoutputDirectory="$1" &&
    java -jar "$1/openapi-generator-cli.jar" generate -i test/golden/openapi.json -g java -o "$1/client" \
      --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false &&
    mvn -B -q -f "$1/client/pom.xml" $copy -DincludeScope=compile -DoutputDirectory="$1/lib" &&
    rm -r "$1/client"
}

python_generator() {
  python3 -m pip install --quiet --no-input --disable-pip-version-check --only-binary :all: --target "$1" -r dev/generators/requirements.txt
}

typescript_generator() {
  cp dev/generators/typescript/package.json "$1" &&
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$1"
}

building=
trap 'rm -rf "$building"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# install NAME VERSIONS: another version goes to another folder.
install() {
  local folder output status
  folder=$home/$1-$(sha256sum "$2" | cut -c1-8)
  [ -d "$folder" ] && return
  building=$folder.building-$$
  mkdir -p "$building"
  export -f "$1_generator"
  output=$(timeout --kill-after=5 90 bash -c "$1_generator \$0" "$building" 2>&1)
  status=$?
  if [ "$status" -eq 0 ]; then
    mv -T "$building" "$folder"
  else
    [ "$status" -eq 124 ] && output='took longer than 90 s'
    echo "not installed: the $1 generator (${output##*$'\n'})"
    rm -rf "$building"
    return 1
  fi
}

status=0
install java dev/generators/pom.xml || status=1
install python dev/generators/requirements.txt || status=1
install typescript dev/generators/typescript/package.json || status=1
exit "$status"
