import { create } from 'zustand';
import { type Brand, fetchBrand } from '@/api/brand';
import { onSessionEnd } from './sessionStore';

interface BrandState {
  /** Undefined until the server has told, and where it does not. */
  readonly brand: Brand | undefined;
  /** Asks once; the answer stays until the session ends. */
  load: () => Promise<Brand | undefined>;
}

let coming: Promise<Brand | undefined> | undefined;

/** What the signed-in person's organisation puts into the frame: footer, case number, help. */
export const useBrand = create<BrandState>()((set) => ({
  brand: undefined,
  load: () => {
    coming ??= fetchBrand().then((brand) => {
      // Away for a moment: the next who needs it asks again.
      if (!brand) coming = undefined;
      set({ brand });
      return brand;
    });
    return coming;
  },
}));

onSessionEnd(() => {
  coming = undefined;
  useBrand.setState({ brand: undefined });
});
