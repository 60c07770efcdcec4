import { create } from 'zustand';
import { type Brand, fetchBrand } from '@/api/brand';
import { nameProduct } from '@/lib/browser/pageTitle';
import { onSessionEnd } from './sessionStore';
import { setDefaultTheme } from './settingsStore';

interface BrandState {
  /** Undefined until loaded, and after a failure. */
  readonly brand: Brand | undefined;
  /** Loads once per session. */
  load: () => Promise<Brand | undefined>;
  /** Loads again after an administrator's change. */
  renew: () => Promise<Brand | undefined>;
}

let pendingBrand: Promise<Brand | undefined> | undefined;

/** The organization's footer, filing number and manual for the frame. */
export const useBrand = create<BrandState>()((set, get) => ({
  brand: undefined,
  load: () => {
    pendingBrand ??= fetchBrand().then((brand) => {
      // Loading failed, so the next caller tries again.
      if (!brand) pendingBrand = undefined;
      set({ brand });
      nameProduct(brand?.title);
      setDefaultTheme(brand?.theme ?? null);
      return brand;
    });
    return pendingBrand;
  },
  renew: () => {
    pendingBrand = undefined;
    return get().load();
  },
}));

onSessionEnd(() => {
  pendingBrand = undefined;
  useBrand.setState({ brand: undefined });
});
