/** The region of everything that runs on one machine. */
export const localRegion = () => process.env.AWS_REGION ?? 'us-east-1';

/** How any AWS client reaches a stand-in: stand-ins welcome all credentials. */
export const localClient = (endpoint: string, region = localRegion()) => ({
  endpoint,
  region,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
