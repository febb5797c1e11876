import { GeoPlacesClient } from '@aws-sdk/client-geo-places';
import { IoTWirelessClient } from '@aws-sdk/client-iot-wireless';
import { awsLocation } from '#adapters/location/aws-location.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';

/** A page of breadcrumbs makes many look-ups within the time of one answer. */
const LOOK_UP_TIMEOUT_MS = 5_000;

const options = { ...withRequestTimeout(LOOK_UP_TIMEOUT_MS), maxAttempts: 2 };

export const locationService = awsLocation(new IoTWirelessClient(options), new GeoPlacesClient(options));
