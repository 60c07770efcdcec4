import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { MethodRoute, PageKind } from '@contract/features/laboratory/methods/methodDefinition';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';

/** Props of a page: the record, the route, and a function that reloads the record. */
export interface MethodPageProps {
  readonly work: LabWork;
  readonly route: MethodRoute;
  readonly reload: () => Promise<void>;
}

type PageComponent = ComponentType<MethodPageProps>;

const lazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, PageComponent>>>,
  name: Name,
): LazyExoticComponent<PageComponent> => lazy(async () => ({ default: (await load())[name] }));

/** One lazy chunk per kind, for all methods (DESIGN §2.7). */
export const methodPages: Readonly<Record<PageKind, LazyExoticComponent<PageComponent>>> = {
  detail: lazyPage(() => import('./sheets/DetailPage'), 'DetailPage'),
  curve: lazyPage(() => import('./curves/CurvePage'), 'CurvePage'),
  spike: lazyPage(() => import('./checks/QualityControlPage'), 'QualityControlPage'),
  lod: lazyPage(() => import('./detection/DetectionLimitPage'), 'DetectionLimitPage'),
  attachment: lazyPage(() => import('./attachments/AttachmentPage'), 'AttachmentPage'),
  preview: lazyPage(() => import('./paper/PreviewPage'), 'PreviewPage'),
};
