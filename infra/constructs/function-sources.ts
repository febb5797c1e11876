import type { Stack } from 'aws-cdk-lib';
import { Architecture, Code, type ILayerVersion, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { FunctionBundles } from '../function-code.ts';

/** Where functions get their code from, and the layer of libraries that goes with it. */
export class FunctionSources {
  readonly #bundles: FunctionBundles;
  readonly #layers = new Map<Stack, ILayerVersion>();

  constructor(bundles: FunctionBundles) {
    this.#bundles = bundles;
  }

  codeOf(name: string): Code {
    const folder = this.#bundles.functions.get(name);
    if (!folder) throw new Error(`functions/${name}/handler.ts was not bundled`);
    return Code.fromAsset(folder);
  }

  /** Each stack has a layer of its own: a function's stack could not change a layer that another stack still exports. */
  librariesIn(stack: Stack): ILayerVersion {
    const known = this.#layers.get(stack);
    if (known) return known;
    const layer = new LayerVersion(stack, 'SharedLibraries', {
      description: 'AWS SDK, middy, Powertools, zod, electrodb: what is the same in every function',
      code: Code.fromAsset(this.#bundles.libraries),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [Architecture.ARM_64],
    });
    this.#layers.set(stack, layer);
    return layer;
  }
}
