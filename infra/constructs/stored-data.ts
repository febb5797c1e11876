import { RemovalPolicy } from 'aws-cdk-lib';
import { isProduction, type Settings } from '../settings.ts';

/**
 * The removal policy of resources with data. Production keeps them, except when the deployment that creates them fails: a kept resource
 * would then block the next attempt with its name.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export const removalOfData = (settings: Settings) =>
  isProduction(settings) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
