// Reads manifests from a file and prints the pods that violate the Pod Security standard "restricted".
// Uses the evaluator of the API server.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

type workload struct {
	Kind     string            `json:"kind"`
	Metadata metav1.ObjectMeta `json:"metadata"`
	Spec     struct {
		Template    *corev1.PodTemplateSpec `json:"template"`
		JobTemplate struct {
			Spec struct {
				Template *corev1.PodTemplateSpec `json:"template"`
			} `json:"spec"`
		} `json:"jobTemplate"`
	} `json:"spec"`
}

// The pods of a CronJob are those of its jobs.
func (w workload) pods() *corev1.PodTemplateSpec {
	if w.Kind == "CronJob" {
		return w.Spec.JobTemplate.Spec.Template
	}
	return w.Spec.Template
}

var kinds = []string{"Deployment", "StatefulSet", "Job", "CronJob"}

func main() {
	input, err := os.ReadFile(os.Args[1])
	fail(err)
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	fail(err)
	evaluated, rejected := 0, 0
	for _, document := range strings.Split(string(input), "\n---\n") {
		var head metav1.TypeMeta
		fail(yaml.Unmarshal([]byte(document), &head))
		if !slices.Contains(kinds, head.Kind) {
			continue
		}
		var found workload
		fail(yaml.Unmarshal([]byte(document), &found))
		evaluated++
		level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
		pods := found.pods()
		results := evaluator.EvaluatePod(level, &pods.ObjectMeta, &pods.Spec)
		if result := policy.AggregateCheckResults(results); !result.Allowed {
			rejected++
			fmt.Printf("%s %s: %s\n", found.Kind, found.Metadata.Name, result.ForbiddenDetail())
		}
	}
	fmt.Printf("%d pods evaluated, %d rejected\n", evaluated, rejected)
	if rejected > 0 || evaluated == 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
