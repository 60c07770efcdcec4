import { apiBase } from './backEnd/backEndBlock';

/**
 * Returns the URL of an API path that the browser loads itself, such as an image or a download. The path may start with
 * a slash or not.
 */
export const apiUrl = (path: string): string =>
  /^(https?|data|blob):/i.test(path) ? path : `${apiBase}/${path.replace(/^\/+/, '')}`;
