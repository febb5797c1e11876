/**
 * Stands in for jsonschema in the layer, where only ElectroDB uses it: to check the form of each entity's model whenever a function
 * starts. The models are part of the code; the compiler and every test that loads them have checked them. In a cold start it was a
 * seventh of the time (docs/benchmarks.md).
 */
export class Validator {
  addSchema() {}

  validate() {
    return { errors: [] };
  }
}
Validator.prototype.customFormats = {};
