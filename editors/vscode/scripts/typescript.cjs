// Lets mocha load the tests as they are written: esbuild strips the types of each file as it is required.
const fs = require('node:fs');
const { transformSync } = require('esbuild');

require.extensions['.ts'] = (module, file) => {
    const { code } = transformSync(fs.readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs', target: 'node20', sourcefile: file, sourcemap: 'inline' });
    module._compile(code, file);
};
