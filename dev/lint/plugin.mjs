/**
 * The rule `consistent-type-imports` of typescript-eslint. oxlint's own reports classes that Nest injects, because it does not know
 * `emitDecoratorMetadata` (https://github.com/oxc-project/oxc/issues/13609). So files with decorators are exempt here.
 */
const consistentTypeImports = {
  create(context) {
    const imports = [];
    let decorated = false;
    return {
      Decorator() {
        decorated = true;
      },
      ImportDeclaration(node) {
        if (node.importKind !== 'type') imports.push(node);
      },
      TSImportType(node) {
        context.report({ node, message: 'Import the type at the top of the file.' });
      },
      'Program:exit'() {
        if (decorated) return;
        for (const node of imports.flatMap(({ specifiers }) => specifiers)) {
          const references = context.sourceCode.getDeclaredVariables(node).flatMap((variable) => variable.references);
          if (node.importKind !== 'type' && references.length > 0 && references.every(isType))
            context.report({ node, message: `\`${node.local.name}\` is only used as a type: import it by \`type\`.` });
        }
      },
    };
  },
};

/** @returns whether an import's reference is gone after the compilation */
function isType({ identifier, isValueReference }) {
  if (!isValueReference) return true;
  let node = identifier.parent;
  while (node.type === 'TSQualifiedName') node = node.parent;
  return node.type === 'TSTypeQuery';
}

export default { meta: { name: 'local' }, rules: { 'consistent-type-imports': consistentTypeImports } };
