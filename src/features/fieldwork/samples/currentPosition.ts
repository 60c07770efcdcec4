/** Longest wait in ms of a photograph for the position. */
const maxWaitMs = 5_000;

let lastPosition: { readonly at: number; readonly spot: PhotoPosition } | undefined;

type PhotoPosition = { readonly latitude: string; readonly longitude: string } | Record<string, never>;

/** Returns the device's position if the person allows it, else nothing. */
export function currentPosition(): Promise<PhotoPosition> {
  if (lastPosition && Date.now() - lastPosition.at < 60_000) return Promise.resolve(lastPosition.spot);
  if (!('geolocation' in navigator)) return Promise.resolve({});
  return new Promise((resolve) => {
    const resolveEmpty = () => resolve({});
    const timer = setTimeout(resolveEmpty, maxWaitMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        clearTimeout(timer);
        const spot = { latitude: coords.latitude.toFixed(7), longitude: coords.longitude.toFixed(7) };
        lastPosition = { at: Date.now(), spot };
        resolve(spot);
      },
      () => {
        clearTimeout(timer);
        resolveEmpty();
      },
      { maximumAge: 60_000, timeout: maxWaitMs },
    );
  });
}
