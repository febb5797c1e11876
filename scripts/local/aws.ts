/** The region of everything that runs on one machine. */
export const localRegion = () => process.env.AWS_REGION ?? 'us-east-1';

/** The options with which AWS clients find a stand-in. Stand-ins accept all credentials. */
export const localClient = (endpoint: string, region = localRegion()) => ({
  endpoint,
  region,
  credentials: { accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? 'local', secretAccessKey: 'local' },
});
