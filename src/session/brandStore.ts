import { create } from 'zustand';
import { type Brand, fetchBrand } from '@/api/brand';
import { nameProduct } from '@/lib/browser/pageTitle';
import { onSessionEnd } from './sessionStore';
import { deliverTheme } from './settingsStore';

interface BrandState {
  /** Undefined until the server has told, and where it does not. */
  readonly brand: Brand | undefined;
  /** Asks once; the answer stays until the session ends. */
  load: () => Promise<Brand | undefined>;
  /** Asks again: an administrator has changed it. */
  renew: () => Promise<Brand | undefined>;
}

let coming: Promise<Brand | undefined> | undefined;

/** What the signed-in person's organisation puts into the frame: footer, case number, help. */
export const useBrand = create<BrandState>()((set, get) => ({
  brand: undefined,
  load: () => {
    coming ??= fetchBrand().then((brand) => {
      // Away for a moment: the next who needs it asks again.
      if (!brand) coming = undefined;
      set({ brand });
      nameProduct(brand?.title);
      deliverTheme(brand?.theme ?? null);
      return brand;
    });
    return coming;
  },
  renew: () => {
    coming = undefined;
    return get().load();
  },
}));

onSessionEnd(() => {
  coming = undefined;
  useBrand.setState({ brand: undefined });
});
