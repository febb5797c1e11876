import type { Stack } from 'aws-cdk-lib';
import { Architecture, Code, type ILayerVersion, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { FunctionBundles } from '../function-code.ts';

/** The code of the functions, and their layer of libraries. */
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

  /** The layer of a stack. Each stack has its own, because a stack cannot change a layer that another one imports. */
  librariesIn(stack: Stack): ILayerVersion {
    const known = this.#layers.get(stack);
    if (known) return known;
    const layer = new LayerVersion(stack, 'SharedLibraries', {
      description: 'AWS SDK, middy, Powertools, zod, electrodb: the libraries of all functions',
      code: Code.fromAsset(this.#bundles.libraries),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [Architecture.ARM_64],
    });
    this.#layers.set(stack, layer);
    return layer;
  }
}
