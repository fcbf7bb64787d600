import { z } from 'zod';

/** Schemas that the OpenAPI document lists by name and refers to. */
export const components = z.registry<{ id: string }>();

/** An object of which every property is known, listed under `id` in the OpenAPI document. */
export function component<T extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: T,
): z.ZodObject<T, z.core.$strict> {
  const schema = z.strictObject(shape).describe(description);
  components.add(schema, { id });
  return schema;
}

/** One of several components, listed under `id`. */
export function oneOfComponents<const T extends readonly [z.core.SomeType, ...z.core.SomeType[]]>(
  id: string,
  description: string,
  alternatives: T,
): z.ZodUnion<T> {
  const schema = z.union(alternatives).describe(description);
  components.add(schema, { id });
  return schema;
}
