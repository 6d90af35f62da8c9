import type { Faker } from "@faker-js/faker";
import { requireLazily } from "../lazy/require-lazily.js";
import type { Random, Seed } from "./random.js";

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
}

/**
 * English data from Faker, which is loaded when it is first needed. The Faker instance is separate, so the seed and
 * data of other users do not change.
 */
export class FakeData {
  #faker: Faker | undefined;
  #random: Random | undefined;
  #personSeed: Seed | undefined;
  #person: Person | undefined;

  /** Faker with random numbers from `random`, until the next call. */
  faker(random: Random): Faker {
    this.#random = random;
    this.#faker ??= this.#create();
    return this.#faker;
  }

  /** The person that an object describes. All properties of the object get the same person. */
  person(objectSeed: Seed): Person {
    if (this.#person && this.#personSeed === objectSeed) return this.#person;
    const random = objectSeed.child("person").random();
    const { person } = this.faker(random);
    const firstName = person.firstName();
    const lastName = person.lastName();
    const handle = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, "");
    this.#personSeed = objectSeed;
    this.#person = {
      firstName,
      lastName,
      username: handle.replace(".", "_") + random.integer(1, 99),
      email: `${handle}@example.com`,
    };
    return this.#person;
  }

  #create(): Faker {
    // Only the locale's entry is small: the main entry loads 70 languages. It contains an instance, whose class is used
    // here.
    const { faker } = requireLazily<{ faker: Faker }>("@faker-js/faker/locale/en");
    const Own = faker.constructor as typeof Faker;
    const next = (): number => this.#random?.next() ?? 0;
    return new Own({ locale: faker.rawDefinitions, randomizer: { next, seed: () => undefined } });
  }
}
