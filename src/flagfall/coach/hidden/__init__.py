"""The coach where something is hidden: what one seat can know, estimated and marked as such; never from hindsight."""
