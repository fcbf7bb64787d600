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
