import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { MethodRoute, PageKind } from '@contract/features/laboratory/methods/methodDefinition';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';

/** Props of a page: the record, the route, and a function that reloads the record. */
export interface KindPageProps {
  readonly work: LabWork;
  readonly route: MethodRoute;
  readonly reload: () => Promise<void>;
}

type KindPage = ComponentType<KindPageProps>;

const lazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, KindPage>>>,
  name: Name,
): LazyExoticComponent<KindPage> => lazy(async () => ({ default: (await load())[name] }));

/** One lazy chunk per kind, for all methods (DESIGN §2.7). */
export const kindPages: Readonly<Record<PageKind, LazyExoticComponent<KindPage>>> = {
  detail: lazyPage(() => import('./sheets/DetailPage'), 'DetailPage'),
  curve: lazyPage(() => import('./curves/CurvePage'), 'CurvePage'),
  spike: lazyPage(() => import('./checks/QualityControlPage'), 'QualityControlPage'),
  lod: lazyPage(() => import('./detection/DetectionLimitPage'), 'DetectionLimitPage'),
  attachment: lazyPage(() => import('./attachments/AttachmentPage'), 'AttachmentPage'),
  preview: lazyPage(() => import('./paper/PreviewPage'), 'PreviewPage'),
};
