// mocha's usual output, and the line that all tests of the editors end with.
const Mocha = require('mocha');

module.exports = class extends Mocha.reporters.Spec {
    epilogue() {
        super.epilogue();
        console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`);
    }
};
