import { z } from 'zod';

/** Schemas that the OpenAPI document lists by name and refers to. */
export const components = z.registry<{ id: string }>();

/** An object of an answer, of which this version knows every property; listed under `id` in the OpenAPI document. */
export function component<T extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: T,
): z.ZodObject<T, z.core.$strict> {
  const schema = z.strictObject(shape).describe(description);
  components.add(schema, { id });
  return schema;
}

type FamilyComponent = z.ZodObject<{ family: z.ZodLiteral<string> }>;

/** A component of each family of chains, listed under `id`; `family` tells which it is. */
export function oneOfFamilies<const T extends readonly [FamilyComponent, ...FamilyComponent[]]>(
  id: string,
  description: string,
  alternatives: T,
): z.ZodDiscriminatedUnion<T, 'family'> {
  const schema = z.discriminatedUnion('family', alternatives).describe(description);
  components.add(schema, { id });
  return schema;
}
