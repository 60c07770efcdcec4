import type { LabWork } from '@contract/record/labWork';
import type { MethodRoute, PageKind } from '@contract/methods/method';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** What a page of a kind is given: the record, the route that was asked for, and the way to ask for the record again. */
export interface KindPageProps {
  readonly work: LabWork;
  readonly route: MethodRoute;
  readonly reload: () => Promise<void>;
}

const files: Readonly<Record<PageKind, string>> = {
  detail: 'DetailPage', curve: 'CurvePage', spike: 'QualityControlPage', lod: 'DetectionLimitPage', attachment: 'AttachmentPage', preview: 'PreviewPage',
};

const modules = import.meta.glob<Readonly<Record<string, ComponentType<KindPageProps>>>>('./kinds/*Page.tsx');

/** One lazy chunk a kind, for all methods (DESIGN §2.7); undefined while a kind has no page yet. */
export const kindPages: Readonly<Partial<Record<PageKind, LazyExoticComponent<ComponentType<KindPageProps>>>>> = Object.fromEntries(
  Object.entries(files).flatMap(([kind, name]) => {
    const load = modules[`./kinds/${name}.tsx`];
    return load ? [[kind, lazy(async () => ({ default: (await load())[name] as ComponentType<KindPageProps> }))]] : [];
  }),
);
