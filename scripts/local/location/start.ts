import { AwsError, answeringErrors, awsFaults, parseBody } from '../aws-error.ts';
import { json, type Running, serveHttp } from '../http.ts';
import { estimatePosition } from './position-estimate.ts';
import { reverseGeocode } from './reverse-geocode.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
}

/**
 * Stands in for GetPositionEstimate of AWS IoT Wireless (Wi-Fi and LTE) and ReverseGeocode of Amazon Location, for the
 * places of places.ts. Its fault `inaccurate` makes position estimates off by kilometres, and reports so.
 */
export async function startLocation({ port }: Options): Promise<Running> {
  const faults = awsFaults('ThrottlingException', ['inaccurate']);
  return serveHttp({
    port,
    faults,
    handle: answeringErrors('Message', async (request) => {
      const operation = `${request.method} ${request.path}`;
      if (operation === 'POST /position-estimate') {
        const point = estimatePosition(parseBody(request), new Date());
        if (faults.take('inaccurate')) point.properties.horizontalAccuracy = 25_000;
        // The point is the whole body, not a member of it.
        return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: JSON.stringify(point) };
      }
      if (operation === 'POST /v2/reverse-geocode') {
        const { pricingBucket, reply } = reverseGeocode(parseBody(request));
        return json(200, reply, { 'x-amz-geo-pricing-bucket': pricingBucket });
      }
      throw new AwsError(404, 'UnknownOperationException', 'There is no such operation here');
    }),
  });
}
