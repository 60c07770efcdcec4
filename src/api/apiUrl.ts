/**
 * The address of a path of the API that a browser opens by itself: an image, a download. The server writes such paths
 * with or without a slash.
 */
export const apiUrl = (path: string): string =>
  /^(https?|data|blob):/i.test(path) ? path : `${import.meta.env.VITE_API_BASE ?? ''}/${path.replace(/^\/+/, '')}`;
