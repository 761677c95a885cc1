/** In the browser's storage while it takes push messages: the patron's number, and the address of the browser in the service. */
export const DEVICE_KEY = 'shelf-device';
