import { AwsError, answeringErrors, awsFaults, parseBody } from '../aws-error.ts';
import { json, type Running, type StandInReply, type StandInRequest, serveHttp } from '../http.ts';
import { estimatePosition } from './position-estimate.ts';
import { InvalidFields, reverseGeocode } from './reverse-geocode.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
}

/**
 * AWS IoT Wireless GetPositionEstimate and Amazon Location ReverseGeocode on one port, for the places of places.ts.
 * Its fault `inaccurate` makes position estimates off by kilometres, and say so.
 */
export async function startLocation({ port }: Options): Promise<Running> {
  const faults = awsFaults('ThrottlingException', ['inaccurate']);

  function positionEstimate(request: StandInRequest): StandInReply {
    const point = estimatePosition(parseBody(request), new Date()) as { properties: object };
    const estimate = faults.take('inaccurate')
      ? { ...point, properties: { ...point.properties, horizontalAccuracy: 25_000 } }
      : point;
    // The point is the whole body, not a member of it.
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: JSON.stringify(estimate) };
  }

  function address(request: StandInRequest): StandInReply {
    try {
      const { pricingBucket, reply } = reverseGeocode(parseBody(request), new Date());
      return json(200, reply, { 'x-amz-geo-pricing-bucket': pricingBucket });
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      const body = { message: error.message, reason: 'FieldValidationFailed', fieldList: error.fields };
      return json(error.status, body, { 'x-amzn-errortype': error.type });
    }
  }

  return serveHttp({
    port,
    faults,
    handle: answeringErrors('Message', (request) => {
      const operation = `${request.method} ${request.path}`;
      if (operation === 'POST /position-estimate') return positionEstimate(request);
      if (operation === 'POST /v2/reverse-geocode') return address(request);
      throw new AwsError(404, 'UnknownOperationException', 'There is no such operation here');
    }),
  });
}
